import fc from 'fast-check'
import { expect } from 'vitest'
import { blocks, calls, type Block } from '../../core/engine/testing/random-blocks.testing.ts'
import { toBpmn } from '../../core/engine/testing/random-processes.testing.ts'
import { lengthened, renamed } from '../../core/engine/testing/random-versions.testing.ts'
import { flows, validate } from '../../core/testing.ts'
import type { VariableDeclaration } from '../../core/variables.ts'
import { publish, type TestService } from '../service.testing.ts'

/** A definition that an approval can be moved to, with the new ids of nodes by those of its others. */
export interface Version {
  readonly definitionId: string
  readonly nodes: Readonly<Record<string, string>>
}

export interface DrawnDefinitions {
  /** What approvals are started with. */
  readonly ids: readonly string[]
  /** All versions of what a definition says, by the id of each. */
  readonly versions: ReadonlyMap<string, readonly Version[]>
}

interface Where {
  readonly service: TestService
  readonly tenantId: string
  readonly bizType: string
  readonly declared: readonly VariableDeclaration[]
}

/** Ends of the processes that others call: by an error, by an escalation, or as it comes. */
const ends = ['error', 'escalation', undefined] as const

/**
 * Publishes definitions as they are drawn, each besides with one step more and under other names, and the three processes
 * that they call.
 */
export async function publishDrawn(
  where: Where,
  { seed, count }: { readonly seed: number; readonly count: number },
): Promise<DrawnDefinitions> {
  const versions = new Map<string, readonly Version[]>()
  const add = async (block: Block, write: (block: Block, at: number) => string, at: number) => {
    const xml = await Promise.all(
      [block, lengthened(block)].map(async (one) => {
        const written = write(one, at)
        expect(await validate(written, where.declared)).toEqual([])
        return written
      }),
    )
    const all = await publishVersions(where, xml)
    for (const { definitionId } of all) versions.set(definitionId, all)
    return all[0]?.definitionId ?? ''
  }
  const calledRows = fc.sample(rowsOf(blocks.filter(callsNothing)), { seed, numRuns: ends.length })
  for (const [at, block] of calledRows.entries()) await add(block, writeCalled, at)
  const ids: string[] = []
  const drawn = fc.sample(fc.tuple(rowsOf(blocks), calls), { seed, numRuns: count })
  for (const [at, [row, call]] of drawn.entries()) {
    // Every other one has a call for certain.
    const block: Block = at % 2 === 0 ? row : { kind: 'row', blocks: [row, call] }
    ids.push(await add(block, writeDrawn, at))
  }
  return { ids, versions }
}

const rowsOf = (block: fc.Arbitrary<Block>): fc.Arbitrary<Block> =>
  fc.record({
    kind: fc.constant('row' as const),
    blocks: fc.array(block, { minLength: 2, maxLength: 4 }),
  })

const callsNothing = (block: Block): boolean => !JSON.stringify(block).includes('"kind":"call"')

/** With seconds for hours, so that times come while people decide, and values that go to what is called and back. */
function writeDrawn(block: Block, at: number): string {
  const handed = declaredIn.map((name) => `<approval:in source="${name}" target="${name}"/>`)
  const rules = `${handed.join('')}<approval:out source="v7" target="v7"/></approval:call>`
  const xml = toBpmn(block)
    .replaceAll('PT1H', 'PT1S')
    .replaceAll('calledElement="another"', `calledElement="called${at % ends.length}"`)
    .replaceAll(/(<approval:call onReject="\w+")\/>/g, `$1>${rules}`)
    .replace('id="approval"', `id="drawn${at}"`)
  // Written in another way nothing would be handed over, no time would come, and nobody would notice.
  if (/PT\d+[HM]|<approval:call [^>]*\/>|"another"|id="approval"/.test(xml))
    throw new Error(`not what was meant to be drawn:\n${xml}`)
  return xml
}

/** It ends by what it throws where a value says so. */
function writeCalled(block: Block, at: number): string {
  const thrown = ends[at % ends.length]
  const xml = writeDrawn(block, at).replace('id="drawn', 'id="called')
  if (thrown === undefined) return xml
  const over = `<exclusiveGateway id="end" default="end_over"/><endEvent id="over"/><endEvent id="thrown"><${thrown}EventDefinition/></endEvent>`
  const thrownOrOver = over + flows('end -> over', 'end -> thrown : v3')
  const ending = xml.replace('<endEvent id="end"/>', thrownOrOver)
  if (ending === xml) throw new Error(`it has no end to replace:\n${xml}`)
  return ending
}

const declaredIn = Array.from({ length: 8 }, (_, at) => `v${at}`)

async function publishVersions(
  { service, tenantId, bizType }: Where,
  [first = '', longer = '']: readonly string[],
): Promise<readonly Version[]> {
  const other = renamed(first)
  const back = Object.fromEntries(Object.entries(other.nodes).map(([id, later]) => [later, id]))
  const put = (xml: string, called: string) =>
    publish(service, tenantId, xml.replace(/(<process id="\w+)/, `$1${called}`), bizType)
  return [
    { definitionId: await put(first, ''), nodes: back },
    { definitionId: await put(longer, 'longer'), nodes: back },
    { definitionId: await put(other.xml, 'renamed'), nodes: other.nodes },
  ]
}
