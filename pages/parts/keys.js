window.deskKeys ??= (() => {
  const typing = (field) => field.matches?.("input, textarea, [contenteditable]");
  const note = (field) => field.closest?.('[class*="st-key-comment_"]');
  const editor = (field) => field.closest?.(".st-key-editor");
  const stop = (press) => { press.preventDefault(); press.stopImmediatePropagation(); };

  // A key that is held acts once, also when what it did has put the cursor into a field.
  let held = null;
  addEventListener("keyup", () => { held = null; }, true);

  // The digits choose reasons at once, in the browser; N goes to the note. Enter and Escape leave
  // it, Escape closes the editor; where an input method is composing, both are its own. Streamlit's
  // own shortcuts do the rest.
  addEventListener("keydown", (press) => {
    const bar = document.querySelector('[class*="st-key-reasons_"]');
    const key = press.key.toLowerCase();
    if (!bar || press.isComposing) return;
    if (press.repeat && key === held) return stop(press);
    if (typing(press.target)) {
      if (press.ctrlKey || press.metaKey) return;
      if (note(press.target) && (key === "enter" || key === "escape")) {
        setTimeout(() => press.target.blur());
      } else if (editor(press.target) && key === "escape") {
        press.target.blur();
        document.querySelector('.st-key-editor_hands [class*="_close"] button')?.click();
      }
      return;
    }
    if (!press.repeat) held = "aexsfujkn123456789".includes(key) ? key : null;
    if (press.ctrlKey || press.metaKey || press.altKey) return;
    if (/^[1-9]$/.test(key)) {
      bar.querySelectorAll("button")[key - 1]?.click();
    } else if (key === "n") {
      press.preventDefault();
      document.querySelector('[class*="st-key-comment_"] input')?.focus();
    }
  }, true);

  // What is typed is handed over a moment after the last stroke, as when the field is left, and the
  // cursor stays: a page loaded again or a lost connection takes nothing of it.
  let pause;
  const kept = (typed) => {
    const field = typed.target;
    if (typed.isComposing || !(note(field) || editor(field))) return;
    clearTimeout(pause);
    pause = setTimeout(() => {
      if (document.activeElement !== field) return;
      field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
      field.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    }, 600);
  };
  addEventListener("input", kept, true);
  addEventListener("compositionend", kept, true);
  return true;
})();
