import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { describeMachine } from '@countersign/test-kit/machine'
import { findProgram } from '@countersign/test-kit/optional-tools'
import type { Browser } from 'playwright-core'
import { readPlatform, startBrowser, type Platform } from '../screenshots/browser.ts'
import { makeDemo } from '../screenshots/demo.ts'
import { startOwn } from '../screenshots/own-platform.ts'
import { measureDecision, type Decision } from './decision.ts'
import { measureInteractions, type Interaction } from './interaction.ts'
import { measureLoads, type Load, type Loads } from './load.ts'
import { measureScroll, rows, type Scroll } from './scroll.ts'

interface Measured {
  readonly loads: Loads
  readonly decision: Decision
  readonly scroll: Scroll
  readonly interactions: readonly Interaction[]
}

/**
 * Measures how soon the inbox can be used, how soon it answers and how smoothly ten thousand tasks scroll, in
 * Chromium with a processor four times slower, on a platform of its own. `E2E_PLATFORM_FILE` names the
 * platform.json of a running one instead, whose manager has tasks. `--write` puts the figures into docs/performance/console.md.
 * `--against` names the platform.json of another one, of the commit before, to be measured beside it.
 */
const { against, write } = parseArgs({
  options: { against: { type: 'string' }, write: { type: 'boolean', default: false } },
}).values
const root = new URL('../../../', import.meta.url)
const given = process.env['E2E_PLATFORM_FILE']
const chromium = findProgram('chromium', process.env)
if (chromium === undefined) throw new Error('Chromium is not here: set CHROMIUM_PATH')
const running = given === undefined ? await startOwn() : undefined
const browser = await startBrowser(chromium)
try {
  const platform = await readPlatform(running?.file ?? given ?? '')
  if (running !== undefined) await makeDemo(browser, platform)
  const before =
    against === undefined ? undefined : await measureAll(browser, await readPlatform(against))
  const measured = await measureAll(browser, platform)
  const figures = render(measured)
  console.log(figures)
  if (before !== undefined) console.log(renderBeside(before, measured))
  if (write) await writeIntoPage(figures)
} finally {
  await browser.close()
  await running?.stop()
}

async function measureAll(from: Browser, platform: Platform): Promise<Measured> {
  const loads = await measureLoads(from, platform)
  const scroll = await measureScroll(from, platform)
  const decision = await measureDecision(from, platform)
  return { loads, decision, scroll, interactions: await measureInteractions(from, platform) }
}

function ms(value: number): string {
  return `${Math.round(value)} ms`
}

function render({ loads, decision, scroll, interactions }: Measured): string {
  return `Written by \`pnpm bench:console --write\` in Chromium, its processor slowed four times; the platform, the browser and whatever else was going on shared the machine.

${describeMachine('at the end')}

## Until the inbox can be used

From the address to the first task in the list that is on the screen and can be opened, signed in at the identity service before. The page has no token when it is loaded ([why](../adr/0010-tokens-in-memory.md)), so the way over the identity service is part of it; the code is loaded meanwhile. Each figure is the middle one of ${loads.runs} loads.

| load | page has come | token | tasks | first paint | usable | slowest |
| ---- | ---: | ---: | ---: | ---: | ---: | ---: |
${renderMoments("everything in the browser's cache", loads.warm)}
${renderMoments('nothing in it', loads.cold)}

The goal is 1500 ms; in this run it was ${loads.warm.moments.usable < 1500 ? 'reached' : 'not reached, on a processor that was shared and slowed at once'}. ${loads.scriptKb} kB of JavaScript (brotli) were loaded on the way; a test on the build holds the limit of 198 kB of gzip.

What the page's main thread worked meanwhile, slowed: processor time, which does not depend on what else the machine did. “The rest” is mostly reading and compiling code, and painting.

| load | all | running scripts | style and layout | the rest |
| ---- | ---: | ---: | ---: | ---: |
${renderWork("everything in the browser's cache", loads.warm)}
${renderWork('nothing in it', loads.cold)}

## From opening the inbox to a decision

On a phone (390 by 780 pixels, the processor slowed as above), with ${decision.touches} touches of one finger: approved from the row, with 600 ms between the two, until the service has confirmed it. The goal is 3000 ms, for a person, who reads meanwhile; this is what the console and the services need of it.

| times | half | slowest |
| ----: | ---: | ------: |
| ${decision.runs} | ${ms(decision.medianMs)} | ${ms(decision.slowestMs)} |

## Scrolling ${rows.toLocaleString('en')} tasks

Only the rows in sight exist: at most ${scroll.mostRows} at a time. Scrolled by 300 pixels with each of ${scroll.frames} frames; the list is given to the page by the measurement, in pages of 100 as the service gives them.

| | half | 95 of 100 | slowest |
| - | ---: | --------: | ------: |
| time of a frame | ${ms(scroll.medianMs)} | ${ms(scroll.p95Ms)} | ${ms(scroll.maxMs)} |

The main thread worked ${ms(scroll.workMs)} for each frame, of which scripts took ${ms(scroll.scriptMs)}; a screen that is drawn 60 times a second leaves 17 ms.

## From an act to the next paint, among ${rows.toLocaleString('en')} tasks

As the browser measures it (INP), in steps of 8 ms; the goal is 100 ms.

| act | times | half | slowest |
| --- | ----: | ---: | ------: |
${interactions.map(({ name, times, medianMs, slowestMs }) => `| ${name} | ${times} | ${ms(medianMs)} | ${ms(slowestMs)} |`).join('\n')}
`
}

/** Between the marks of the page: what Lighthouse says stands behind them, and is not measured here. */
async function writeIntoPage(figures: string): Promise<void> {
  const file = new URL('docs/performance/console.md', root)
  const page = await readFile(file, 'utf8')
  const [start, end] = ['<!-- figures: generated -->', '<!-- /figures -->']
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error('the page has lost the marks of its figures')
  await writeFile(file, `${page.slice(0, from)}${start}\n\n${figures}\n${page.slice(to)}`)
}

function renderBeside(before: Measured, now: Measured): string {
  const figures: readonly [string, (measured: Measured) => string][] = [
    ['usable, in the cache', ({ loads }) => ms(loads.warm.moments.usable)],
    ['usable, nothing in it', ({ loads }) => ms(loads.cold.moments.usable)],
    ['work until then, nothing in it', ({ loads }) => ms(loads.cold.work.all)],
    ['JavaScript on the way', ({ loads }) => `${loads.scriptKb} kB`],
    ['a decision by touch', ({ decision }) => ms(decision.medianMs)],
    ['work for a frame scrolled', ({ scroll }) => ms(scroll.workMs)],
    ...now.interactions.map(({ name }): [string, (measured: Measured) => string] => [
      name,
      ({ interactions }) => ms(interactions.find((one) => one.name === name)?.medianMs ?? NaN),
    ]),
  ]
  const rowOf = ([name, read]: (typeof figures)[number]) =>
    `| ${name} | ${read(before)} | ${read(now)} |`
  return ['| figure | before | now |', '| - | -: | -: |', ...figures.map(rowOf)].join('\n')
}

function renderMoments(name: string, { moments, slowestMs }: Load): string {
  const { page, token, tasks, paint, usable } = moments
  return `| ${[name, ...[page, token, tasks, paint, usable, slowestMs].map(ms)].join(' | ')} |`
}

function renderWork(name: string, { work: { all, script, layout } }: Load): string {
  return `| ${[name, ...[all, script, layout, all - script - layout].map(ms)].join(' | ')} |`
}
