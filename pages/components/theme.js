// Streamlit marks the theme it shows on the app alone; menus, dialogs and toasts are drawn beside it.
(() => {
  const app = document.querySelector('[data-testid="stApp"]');
  if (!app || window.deskTheme === app) return;
  window.deskTheme = app;
  const mark = () => {
    document.documentElement.style.colorScheme = getComputedStyle(app).colorScheme;
  };
  mark();
  new MutationObserver(mark).observe(app, { attributes: true, attributeFilter: ["class"] });
})();
