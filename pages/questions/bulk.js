window.deskBulk ??= (() => {
  // Streamlit's shortcuts rest while an input has the focus, and a box that was just ticked is one.
  const acts = { a: "keep", x: "drop", f: "second", t: "assign" };
  addEventListener("keydown", (press) => {
    const box = press.target;
    const act = acts[press.key.toLowerCase()];
    if (!act || box.type !== "checkbox" || !box.closest(".st-key-found_list")) return;
    if (press.repeat || press.ctrlKey || press.metaKey || press.altKey) return;
    document.querySelector(`.st-key-bulk_${act} button`)?.click();
  }, true);
  return true;
})();
