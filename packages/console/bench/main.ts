import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { findProgram } from '@countersign/test-kit/optional-tools'
import { readPlatform, startBrowser } from '../screenshots/browser.ts'
import { makeDemo } from '../screenshots/demo.ts'
import { startOwn } from '../screenshots/own-platform.ts'
import { measureLoads, type Load, type Loads } from './load.ts'
import { measureScroll, rows, type Scroll } from './scroll.ts'

/**
 * Measures how soon the inbox can be used, and how smoothly ten thousand tasks scroll, in Chromium
 * with a processor four times slower, on a platform of its own. `E2E_PLATFORM_FILE` names the
 * platform.json of a running one instead, whose manager has tasks. Writes docs/performance/console.md.
 */
const root = new URL('../../../', import.meta.url)
const given = process.env['E2E_PLATFORM_FILE']
const chromium = findProgram('chromium', process.env)
if (chromium === undefined) throw new Error('Chromium is not here: set CHROMIUM_PATH')
const running = given === undefined ? await startOwn() : undefined
const browser = await startBrowser(chromium)
try {
  const platform = await readPlatform(running?.file ?? given ?? '')
  if (running !== undefined) await makeDemo(browser, platform)
  const loads = await measureLoads(browser, platform)
  console.log(JSON.stringify(loads))
  const scroll = await measureScroll(browser, platform)
  const page = render(loads, scroll)
  console.log(page)
  await writeFile(new URL('docs/performance/console.md', root), page)
} finally {
  await browser.close()
  await running?.stop()
}

function ms(value: number): string {
  return `${Math.round(value)} ms`
}

function render(loads: Loads, scroll: Scroll): string {
  const [load = 0] = loadavg()
  return `# The console in the browser

Written by \`pnpm bench:console\` in Chromium, its processor slowed four times, on a machine with ${cpus().length} cores that had ${load.toFixed(1)} tasks to run on average: the platform, the browser and whatever else was going on shared them.

## Until the inbox can be used

From the address to the first task in the list that is on the screen and can be opened, signed in at the identity service before. The page has no token when it is loaded ([why](../adr/0010-tokens-in-memory.md)), so the way over the identity service is part of it; the code is loaded meanwhile. Each figure is the middle one of ${loads.runs} loads.

| load | page has come | token | tasks | first paint | usable | slowest |
| ---- | ---: | ---: | ---: | ---: | ---: | ---: |
${renderMoments("everything in the browser's cache", loads.warm)}
${renderMoments('nothing in it', loads.cold)}

The goal is 1500 ms; in this run it was ${loads.warm.moments.usable < 1500 ? 'reached' : 'not reached, on a processor that was shared and slowed at once'}. ${loads.scriptKb} kB of JavaScript (gzip) were loaded on the way; a test on the build holds the limit of 250 kB.

What the page's main thread worked meanwhile, slowed: processor time, which does not depend on what else the machine did. “The rest” is mostly reading and compiling code, and painting.

| load | all | running scripts | style and layout | the rest |
| ---- | ---: | ---: | ---: | ---: |
${renderWork("everything in the browser's cache", loads.warm)}
${renderWork('nothing in it', loads.cold)}

## Scrolling ${rows.toLocaleString('en')} tasks

Only the rows in sight exist: at most ${scroll.mostRows} at a time. Scrolled by 300 pixels with each of ${scroll.frames} frames; the list is given to the page by the measurement, in pages of 100 as the service gives them.

| | half | 95 of 100 | slowest |
| - | ---: | --------: | ------: |
| time of a frame | ${ms(scroll.medianMs)} | ${ms(scroll.p95Ms)} | ${ms(scroll.maxMs)} |

The main thread worked ${ms(scroll.workMs)} for each frame, of which scripts took ${ms(scroll.scriptMs)}; a screen that is drawn 60 times a second leaves 17 ms.
`
}

function renderMoments(name: string, { moments, slowestMs }: Load): string {
  const { page, token, tasks, paint, usable } = moments
  return `| ${[name, ...[page, token, tasks, paint, usable, slowestMs].map(ms)].join(' | ')} |`
}

function renderWork(name: string, { work: { all, script, layout } }: Load): string {
  return `| ${[name, ...[all, script, layout, all - script - layout].map(ms)].join(' | ')} |`
}
