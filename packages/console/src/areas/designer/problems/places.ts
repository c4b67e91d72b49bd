import {
  branchFlowId,
  jumpFlowId,
  type ApprovalTree,
  type BranchStep,
} from '@countersign/contracts'
import type { Say } from '../../../text/i18n.ts'
import type { Content } from '../queries.ts'
import { withinOf } from '../tree/nesting.ts'
import { titleOf } from '../tree/step-title.ts'

type Words = Say<'designer'>

/** An element as a person finds it. */
interface Place {
  /** What they see it called. */
  readonly name: string
  /** What is to be chosen in the drawing to mend it. */
  readonly select: string
}

export const findPlaces = (content: Content, t: Words): ReadonlyMap<string, Place> =>
  'tree' in content ? placesOfTree(content.tree, t) : placesOfXml(content.bpmnXml, t)

function placesOfTree({ steps }: ApprovalTree, t: Words): ReadonlyMap<string, Place> {
  const all = withinOf(steps)
  const branchings = all.filter(({ type }) => type === 'branch').length
  const places = new Map<string, Place>()
  for (const step of all) {
    const place = { name: titleOf(step, t), select: step.id }
    places.set(step.id, place)
    if (step.type === 'sub') {
      for (const end of ['start', 'end']) places.set(`${step.id}_${end}`, place)
    }
    if (step.type === 'jump') places.set(jumpFlowId(step.id), place)
    if (step.type !== 'branch') continue
    places.set(`${step.id}_join`, place)
    for (const index of step.branches.keys()) {
      const branch = branchName(step, index, t)
      const name =
        branchings === 1 ? branch : t('problems.within', { branch, step: titleOf(step, t) })
      places.set(branchFlowId(step.id, index), { name, select: step.id })
    }
  }
  return places
}

function branchName({ branches }: BranchStep, index: number, t: Words): string {
  const usual = t('branch.name', { number: index + 1 })
  const name = branches[index]?.name.trim() ?? ''
  return name === '' || name === usual ? usual : t('problems.named', { usual, name })
}

/** Elements of a document by their names; a way by what it joins. */
function placesOfXml(xml: string, t: Words): ReadonlyMap<string, Place> {
  const elements = [
    ...new DOMParser().parseFromString(xml, 'application/xml').querySelectorAll('[id]'),
  ]
  const byId = new Map(elements.map((element) => [element.id, element]))
  const places = new Map<string, Place>()
  for (const element of elements) {
    places.set(element.id, { name: nameOfElement(element, byId, t), select: element.id })
  }
  return places
}

function nameOfElement(element: Element, byId: ReadonlyMap<string, Element>, t: Words): string {
  const name = element.getAttribute('name')?.trim() ?? ''
  if (name !== '') return name
  const local = element.localName
  if (local === 'sequenceFlow') {
    const nameOfEnd = (end: 'sourceRef' | 'targetRef') => {
      const found = byId.get(element.getAttribute(end) ?? '')
      return found === undefined || found.localName === local ? '?' : nameOfElement(found, byId, t)
    }
    return t('problems.way', { from: nameOfEnd('sourceRef'), to: nameOfEnd('targetRef') })
  }
  const type = `${local.slice(0, 1).toUpperCase()}${local.slice(1)}`
  return t(`bpmn.type.${type as 'UserTask'}`, { defaultValue: type })
}
