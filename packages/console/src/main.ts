import './theme/base.css'

void painted()
  .then(() => import('./start.ts'))
  .then(({ start }) => start())

/**
 * The page as it came is on the screen: what runs before that holds it up. At the latest after a moment, as a tab in the
 * background is not painted.
 */
function painted(): Promise<void> {
  return new Promise((next) => {
    requestAnimationFrame(() => setTimeout(next))
    setTimeout(next, 100)
  })
}
