window.deskBulk ??= (() => {
  // Streamlit's shortcuts rest while an input has the focus, and a box that was just ticked is one.
  const acts = { a: "keep", x: "drop", f: "second", t: "assign" };
  // The first box that is ticked brings the buttons: a key waits for them, until another press.
  let presses = 0;
  const actWhenThere = (act) => {
    const begun = presses;
    const look = () => {
      const button = document.querySelector(`.st-key-bulk_${act} button`);
      if (button) return button.click();
      if (presses === begun && document.querySelector(".st-key-found_list input:checked")) requestAnimationFrame(look);
    };
    look();
  };
  addEventListener("pointerdown", () => { presses += 1; }, true);
  addEventListener("keydown", (press) => {
    if (!press.repeat) presses += 1;
    const box = press.target;
    const act = acts[press.key.toLowerCase()];
    if (!act || box.type !== "checkbox" || !box.closest(".st-key-found_list")) return;
    if (press.repeat || press.ctrlKey || press.metaKey || press.altKey) return;
    actWhenThere(act);
  }, true);
  return true;
})();
