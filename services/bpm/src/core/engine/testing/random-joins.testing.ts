// Blocks in which ways part and come together again: all that were taken, so many, or each of several tokens.
import { flows } from '../../testing.ts'
import type { Block } from './random-blocks.testing.ts'
import { userTask, type Names, type Written } from './random-parts.testing.ts'

export function writeSplit(
  { gateway }: Extract<Block, { kind: 'split' }>,
  parts: readonly Written[],
  name: Names,
): Written {
  const open = name('split')
  const close = name('join')
  const always = (index: number) => gateway === 'parallel' || index === 0
  const fallback = gateway === 'parallel' ? '' : ` default="${open}_${parts[0]?.first ?? ''}"`
  const links = parts.map(({ first, last }, index) => {
    const condition = always(index) ? '' : ` : v${(Number(open.replace(/\D/g, '')) + index) % 8}`
    return flows(`${open} -> ${first}${condition}`, `${last} -> ${close}`)
  })
  const opens = gateway === 'task' ? 'task' : `${gateway}Gateway`
  // What parts like an inclusive gateway is joined by one.
  const closes = gateway === 'task' || gateway === 'complex' ? 'inclusive' : gateway
  const gateways = `<${opens} id="${open}"${fallback}/><${closes}Gateway id="${close}"/>`
  const xml = gateways + parts.map((part) => part.xml).join('') + links.join('')
  return { xml, first: open, last: close }
}

export function writePartial(
  { needed, resets }: Extract<Block, { kind: 'partial' }>,
  parts: readonly Written[],
  name: Names,
): Written {
  const [open, close, behind, rest] = [name('fork'), name('join'), name('pass'), name('task')]
  const value = `v${Number(close.replace(/\D/g, '')) % 8}`
  const gateways =
    `<parallelGateway id="${open}"/><task id="${behind}"/>` +
    `<complexGateway id="${close}"><activationCondition>activationCount &gt;= ${needed}</activationCondition></complexGateway>`
  const more = resets
    ? `${userTask(rest, ['q'], '')}<endEvent id="${rest}e"/>${flows(`${close} -> ${rest} : !waitingForStart && ${value}`, `${rest} -> ${rest}e`)}`
    : ''
  const links = parts.map(({ first, last }) => flows(`${open} -> ${first}`, `${last} -> ${close}`))
  const xml = gateways + parts.map((part) => part.xml).join('') + links.join('') + more
  return { xml: xml + flows(`${close} -> ${behind}`), first: open, last: behind }
}

/** What is done once for each is gathered in the end. */
export function writeCounted(
  { sent, needed }: Extract<Block, { kind: 'counted' }>,
  part: Written,
  name: Names,
): Written {
  const [sends, waits, behind] = [name('sends'), name('waits'), name('waits')]
  const counts = (id: string, start: number, completion: number) =>
    `<task id="${id}" startQuantity="${start}" completionQuantity="${completion}"/>`
  const tasks =
    counts(sends, 1, sent) +
    userTask(waits, ['r'], '').replace(' id=', ` startQuantity="${needed}" id=`)
  const links = flows(`${sends} -> ${part.first}`, `${part.last} -> ${waits} -> ${behind}`)
  return {
    xml: tasks + part.xml + counts(behind, sent / needed, 1) + links,
    first: sends,
    last: behind,
  }
}
