import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { findProgram } from '@countersign/test-kit/optional-tools'
import { startBrowser } from './browser.ts'

/** Draws the icons of the installed console from its mark: `node --conditions=source screenshots/icons.ts`. */
const folder = new URL('../public/', import.meta.url)
const mark = await readFile(new URL('mark.svg', folder), 'utf8')
const ground = /fill="(#\w+)"/.exec(mark)?.[1] ?? 'none'

// A phone cuts a maskable icon to its own shape: four fifths of it are safe.
const icons = [
  { name: 'icon-192.png', sizePx: 192, part: 1 },
  { name: 'icon-512.png', sizePx: 512, part: 1 },
  { name: 'icon-maskable.png', sizePx: 512, part: 0.8 },
]

const chromium = findProgram('chromium', process.env)
if (chromium === undefined) throw new Error('Chromium is not here: set CHROMIUM_PATH')
const browser = await startBrowser(chromium)
try {
  for (const { name, sizePx, part } of icons) {
    const page = await browser.newPage({ viewport: { width: sizePx, height: sizePx } })
    const behind = part < 1 ? ground : 'transparent'
    const picture = mark.replace('<svg ', `<svg width="${sizePx * part}" `)
    const style = `margin:0;display:grid;place-items:center;height:100vh;background:${behind}`
    await page.setContent(`<body style="${style}">${picture}</body>`)
    await page.screenshot({ path: fileURLToPath(new URL(name, folder)), omitBackground: true })
    await page.close()
  }
} finally {
  await browser.close()
}
