() => {
  const parse = (css) => {
    const said = css.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
    const scale = css.startsWith("color(") ? 255 : 1;
    const [r, g, b] = said.map((one) => one * scale);
    return [r, g, b, said.length > 3 ? said[3] : 1];
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((one, at) => one * a + below[at] * (1 - a));
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] === 1) break;
    }
    return layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255]);
  };
  const light = (rgb) => rgb
    .map((one) => one / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
  const found = new Map();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const said = texts.currentNode.textContent.trim();
    const element = texts.currentNode.parentElement;
    if (!said || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest("script, style, noscript, svg, [disabled], [aria-disabled=true]")) continue;
    if (element.closest("label")?.querySelector("input:disabled")) continue;
    const style = getComputedStyle(element);
    if (!element.getClientRects().length || parseFloat(style.fontSize) === 0) continue;
    let opacity = 1;
    for (let at = element; at; at = at.parentElement) opacity *= getComputedStyle(at).opacity;
    const below = behind(element);
    const [r, g, b, a] = parse(style.color);
    const pair = [light(over([r, g, b, a * opacity], below)), light(below)].sort((x, y) => y - x);
    const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    if (ratio < (large ? 3 : 4.5)) {
      const name = `${style.color} on ${below.map(Math.round)} ${ratio.toFixed(2)}`;
      if (!found.has(name)) found.set(name, said.slice(0, 40));
    }
  }
  return [...found].map(([name, said]) => `${name}: ${said}`);
}
