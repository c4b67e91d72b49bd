/**
 * `pnpm examples <folder>`: chooses examples for the OpenAPI documents among the calls of tests that
 * ran with `RECORD_CALLS=<folder>`. What a document has stays as long as its schemas take it, so that
 * it is needed after a schema has changed; `pnpm generate` follows.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RouteExamples } from '@countersign/service-kit/route-examples'
import type { RecordedCall } from '@countersign/test-kit/answers/record'
import { chooseExamples } from './examples/choose.ts'
import { placesOf, wantedOf } from './examples/document.ts'

const root = new URL('../../../', import.meta.url)

const recorded = await readCalls(process.argv[2] ?? '')
for (const service of ['iam', 'bpm', 'dms']) {
  const path = new URL(`services/${service}/src/route-examples.ts`, root)
  const { routeExamples } = (await import(path.href)) as { routeExamples: RouteExamples }
  const document = await readFile(new URL(`services/${service}/openapi.json`, root), 'utf8')
  const { lines, missing } = choose(placesOf(document), routeExamples)
  await writeFile(path, textOf(lines))
  console.log(`${service}: ${lines.length} operations with examples`)
  for (const line of missing) console.log(`  without: ${line}`)
}

function choose(places: ReturnType<typeof placesOf>, had: RouteExamples) {
  const lines: string[] = []
  const missing: string[] = []
  const fits = (operation: string, status: number | undefined, example: unknown): boolean =>
    places.some((at) => at.operation === operation && at.status === status && at.validate(example))
  for (const [operation, wanted] of wantedOf(places)) {
    const calls = recorded.filter((call) => call.operation === operation)
    const chosen = chooseExamples(operation, wanted, had[operation] ?? {}, calls, fits)
    if (Object.keys(chosen).length > 0)
      lines.push(`  ${JSON.stringify(operation)}: ${JSON.stringify(chosen)},\n`)
    if (wanted.request && chosen.request === undefined) missing.push(`${operation} request`)
    for (const status of wanted.statuses)
      if (chosen.answers?.[status] === undefined) missing.push(`${operation} ${status}`)
  }
  return { lines, missing }
}

function textOf(lines: readonly string[]): string {
  return `// Recorded from tests by \`pnpm examples\`; do not edit.
import type { RouteExamples } from '@countersign/service-kit/route-examples'

export const routeExamples: RouteExamples = {
${lines.join('')}}
`
}

async function readCalls(folder: string): Promise<readonly RecordedCall[]> {
  const files = await readdir(folder)
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  const lines = texts.flatMap((text) => text.split('\n').filter(Boolean))
  return lines.map((line) => JSON.parse(line) as RecordedCall)
}
