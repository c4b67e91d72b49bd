// Runs before anything is painted, so that a dark screen never flashes white.
{
  let chosen = null
  let contrast = null
  try {
    chosen = localStorage.getItem('countersign-color-scheme')
    contrast = localStorage.getItem('countersign-contrast')
  } catch {
    // Storage can be forbidden; then the system's scheme counts.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  if (contrast === 'more') document.documentElement.setAttribute('data-contrast', 'more')
}
