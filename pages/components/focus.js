// Puts the cursor into the editor's first field once its text is there, and again where drawing that
// goes on takes it away, until a hand moves it.
(() => {
  const begun = performance.now(), hand = new AbortController();
  let until = begun + 15000, placed = false;
  const leave = ({ type, target }) => {
    if (type === "pointerdown" || target.matches("input, textarea")) until = 0;
  };
  for (const act of ["pointerdown", "keydown"]) {
    addEventListener(act, leave, { capture: true, signal: hand.signal });
  }
  const look = () => {
    const now = performance.now();
    if (now > until) return hand.abort();
    const field = document.querySelector(".st-key-editor textarea");
    const ready = field && (field.value || now > begun + 1000);
    if (ready && (!placed || document.activeElement === document.body)) {
      if (!placed) until = now + 1000;
      placed = true;
      field.focus();
      field.setSelectionRange(field.value.length, field.value.length);
    }
    requestAnimationFrame(look);
  };
  look();
})();
