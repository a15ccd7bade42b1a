() => {
  const found = [];
  const main = document.querySelector("[data-testid=stMain]");
  for (const page of [document.documentElement, main]) {
    if (page.scrollWidth > page.clientWidth + 1) found.push(`${page.tagName}: scrolls sideways`);
  }
  for (const element of document.querySelectorAll("body *")) {
    if (element.closest("svg, script, style, noscript, iframe, [role=listbox]")) continue;
    const own = [...element.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
    if (!own || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const style = getComputedStyle(element);
    // A text that ends in an ellipsis, or scrolls, says so; one for a screen reader alone is 1 px.
    if (style.textOverflow === "ellipsis" || !/hidden|clip/.test(style.overflowX)) continue;
    if (element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1) {
      found.push(element.textContent.trim().slice(0, 40));
    }
  }
  return found;
}
