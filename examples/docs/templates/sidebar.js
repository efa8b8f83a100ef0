/* Browsers without `scroll-initial-target` (in `site.css`): the sidebar begins at the page that is shown. */
const sidebar = document.getElementById('_sidebar');

function showCurrent() {
  const current = sidebar?.querySelector('[aria-current]');
  if (current) sidebar.scrollTop = current.offsetTop - sidebar.clientHeight / 2;
}

if (!CSS.supports('scroll-initial-target', 'nearest')) {
  showCurrent();
  sidebar?.addEventListener('toggle', showCurrent); // opened as a popover
}
