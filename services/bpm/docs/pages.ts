import { readFile } from 'node:fs/promises'
import { compile, readDefinition } from '../src/core/definition/compile.ts'
import { compileTree } from '../src/core/definition/tree/compile-tree.ts'
import type { ApprovalTree } from '@countersign/contracts'
import { findProblems } from '../src/core/definition/validate.ts'
import type { Effect } from '../src/core/engine/command.ts'
import { playProcess, type Play } from '../src/core/testing.ts'
import type { VariableDeclaration } from '../src/core/variables.ts'
import { toNodeStates } from '../src/features/instances/reading/diagram.ts'
import { actionsPage } from './actions-page.ts'
import { drawPicture, type Mark } from './picture.ts'

const examples = new URL('../../../docs/bpm/examples/', import.meta.url)

const declared: readonly VariableDeclaration[] = [
  { name: 'amount', type: 'number', required: true },
  { name: 'days', type: 'number', required: true },
  { name: 'owner', type: 'user' },
  { name: 'team', type: 'users' },
]
const directory = {
  'managerLine:ann:1-1:bottomUp': ['max'],
  'role:finance': ['fay', 'fin'],
}

/** Pages and pictures of `docs/bpm` that follow from the engine and from real definitions, by path. */
export async function generatePages(): Promise<Readonly<Record<string, string>>> {
  const purchase = await readExample('purchase.bpmn')
  const renewal = await readExample('renewal.bpmn')
  const tree: ApprovalTree = JSON.parse(await readFile(new URL('leave.json', examples), 'utf8'))
  const leave = await checked(await compileTree(tree, { key: 'leave', name: 'Leave' }))
  const pictures: Readonly<Record<string, Promise<string>>> = {
    purchase: drawPicture(purchase, 'A purchase, as it was drawn'),
    'purchase-under-way': drawAt(purchase, 'Finance and legal at work', atFinance),
    'purchase-returned': drawAt(purchase, 'Returned to the manager', (game) => {
      atFinance(game)
      game.act('finance', 'fay', { kind: 'return', to: ['manager'], resubmit: 'rerun' })
    }),
    renewal: drawPicture(renewal, 'A renewal with a sub-process, a loop and a limit in time'),
    leave: drawPicture(leave, 'The approval tree of a leave as BPMN'),
  }
  const drawn = await Promise.all(
    Object.entries(pictures).map(async ([name, picture]) => [
      `docs/bpm/pictures/${name}.svg`,
      await picture,
    ]),
  )
  return Object.fromEntries([['docs/bpm/actions.md', await actionsPage()], ...drawn])
}

function atFinance(game: Play): void {
  game.approve('manager')
  game.approve('finance', 'fin')
}

async function readExample(name: string): Promise<string> {
  return checked(await readFile(new URL(name, examples), 'utf8'))
}

/** What is shown as an example can be published. */
async function checked(xml: string): Promise<string> {
  const [problem] = findProblems(await readDefinition(xml), declared)
  if (problem !== undefined) throw new Error(JSON.stringify(problem))
  return xml
}

/** An approval that was really played up to some moment. */
async function drawAt(xml: string, title: string, play: (game: Play) => void): Promise<string> {
  const variables = { amount: 2500, days: 1 }
  const game = playProcess(await compile(xml), { variables, directory })
  play(game)
  const { tokens } = game.state().execution
  const active = tokens.flatMap(({ on, place }) => (on === 'node' ? [place] : []))
  const marks = toNodeStates(movesOf(game.effects), active).map(
    ({ id, state }) => [id, state] as const,
  )
  return drawPicture(xml, title, new Map<string, Mark>(marks))
}

const movesOf = (effects: readonly Effect[]) =>
  effects.flatMap((effect) =>
    effect.kind === 'nodeLeft' ? [{ node: effect.node, outcome: effect.outcome }] : [],
  )
