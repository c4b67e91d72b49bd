import { createTestIssuer } from '../src/testing.ts'
import type { Candidate } from './candidates.ts'
import { createForge, type Forge } from './forge.ts'
import { keySetRows } from './rows/key-set.ts'
import { keyRows } from './rows/keys.ts'
import type { Row } from './rows/row.ts'
import { tokenRows } from './rows/tokens.ts'

export const groups: Readonly<Record<string, readonly Row[]>> = {
  'Good tokens': tokenRows.good,
  Claims: tokenRows.claims,
  Headers: tokenRows.headers,
  Form: tokenRows.forms,
  Keys: keyRows,
  'Reading the key set': keySetRows.reads,
  'Keys that come and go': keySetRows.rotations,
  Outages: keySetRows.outages,
}

/** Runs with a forge of its own, for the rows that need no issuer of their own. */
export async function withForge<T>(work: (forge: Forge) => Promise<T>): Promise<T> {
  const issuer = await createTestIssuer()
  try {
    return await work(createForge(issuer))
  } finally {
    await issuer.close()
  }
}

/** Puts every row to every candidate and writes down the answers; the wrong ones in bold. */
export async function renderMatrix(
  candidates: readonly Candidate[],
  forge: Forge,
): Promise<string> {
  const lines: string[] = []
  const right = new Map<Candidate, number>()
  for (const [title, rows] of Object.entries(groups)) {
    lines.push('', line([`**${title}**`, ...candidates.map(() => '')]))
    for (const row of rows)
      lines.push(line([row.name, ...(await answers(row, candidates, forge, right))]))
  }
  const total = Object.values(groups).flat().length
  const head = [
    line(['', ...candidates.map(({ name }) => name)]),
    line(['---', ...candidates.map(() => '---')]),
  ]
  const sums = line(['right', ...candidates.map((one) => `${right.get(one) ?? 0} of ${total}`)])
  return [...head, ...lines.filter((text) => text !== ''), sums].join('\n')
}

async function answers(
  row: Row,
  candidates: readonly Candidate[],
  forge: Forge,
  right: Map<Candidate, number>,
): Promise<string[]> {
  const cells: string[] = []
  for (const candidate of candidates) {
    const outcome = await row.run(candidate, forge)
    const isRight = row.isRight(outcome)
    if (isRight) right.set(candidate, (right.get(candidate) ?? 0) + 1)
    cells.push(isRight ? outcome : `**${outcome}**`)
  }
  return cells
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
