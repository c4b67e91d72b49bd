import { branchFlowId, type ApprovalTree } from '@countersign/contracts'
import { beforeAll, describe, expect, it } from 'vitest'
import { speak } from '../../../testing/page.tsx'
import { textsOf, type Say } from '../../../text/i18n.ts'
import { fieldsOf } from '../conditions/condition.ts'
import { findPlaces } from './places.ts'
import { problemWords } from './problem-words.ts'
import { repairWords } from './repair-words.ts'
import { findUnfinished } from './unfinished.ts'

beforeAll(() => speak('en', 'designer'))

const fields = fieldsOf([{ name: 'amount', type: 'number', required: true }], 'Initiator')
const manager = { kind: 'managerLine' } as const
const tree: ApprovalTree = {
  steps: [
    { id: 'first', type: 'approve', name: '', candidates: [manager] },
    {
      id: 'size',
      type: 'branch',
      kind: 'exclusive',
      branches: [
        { name: 'Branch 1', steps: [] },
        { name: 'Large', when: 'amount > null', steps: [] },
        {
          name: 'Huge',
          when: 'amount > 5.0',
          steps: [{ id: 'tell', type: 'cc', name: 'Tell', candidates: [] }],
        },
        { name: 'Own', when: 'amount * 2.0 > 5.0', steps: [] },
        { name: 'Rest', otherwise: true, steps: [] },
      ],
    },
  ],
}
// When it is asked: files of one process share the language that another has chosen.
const t: Say<'designer'> = (...given) => textsOf('designer')(...given)
const sentences = (
  content: Parameters<typeof findPlaces>[0],
  found: readonly { element: string; code: string }[],
) => {
  const places = findPlaces(content, t)
  return found.map((one) => problemWords(one, places.get(one.element)?.name ?? '', t))
}

describe('what nobody has said yet', () => {
  it('is told at what the person sees, without an id of ours', () => {
    expect(sentences({ tree }, findUnfinished(tree, fields))).toEqual([
      '“Approval” has no name.',
      'Branch 1 has no condition yet.',
      'Branch 2 “Large”: a value is missing in its condition.',
      '“Tell”: nobody is asked yet.',
    ])
  })

  it('is nothing where all is said', () => {
    const [, branching] = tree.steps
    if (branching?.type !== 'branch') throw new Error('there is a branching')
    const finished = { ...branching, branches: branching.branches.slice(3) }
    expect(findUnfinished({ steps: [finished] }, fields)).toEqual([])
    expect(findUnfinished({ steps: [{ ...branching, kind: 'parallel' }] }, fields)).toEqual([
      { element: 'tell', code: 'candidates_missing' },
    ])
  })
})

it('says of which branching a branch is where there are several', () => {
  const [, branching] = tree.steps
  if (branching?.type !== 'branch') throw new Error('there is a branching')
  const two = { steps: [branching, { ...branching, id: 'again', name: 'Once more' }] }
  expect(
    sentences({ tree: two }, [{ element: branchFlowId('again', 0), code: 'condition_always' }]),
  ).toEqual(['Branch 1 of “Once more” is always taken: its condition asks about nothing.'])
})

it('names elements of a document by their names, and ways by what they join', () => {
  const bpmnXml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">
    <startEvent id="s" name="Each hour"/><exclusiveGateway id="g"/><userTask id="t" name="Sign"/>
    <sequenceFlow id="flow_3" sourceRef="g" targetRef="t"/></process></definitions>`
  expect(
    sentences({ bpmnXml }, [
      { element: 'flow_3', code: 'condition_missing' },
      { element: 't', code: 'candidates_missing' },
      { element: 'g', code: 'default_missing' },
      { element: 's', code: 'plain_start_missing' },
    ]),
  ).toEqual([
    'The way from “Branches: the first that fits” to “Sign” has no condition yet.',
    '“Sign”: nobody is asked yet.',
    '“Branches: the first that fits”: when no condition fits there is no way on. Choose a branch for when no other fits.',
    'Another process runs this one: give it a plain start, beside “Each hour”.',
  ])
})

it('keeps the words of the service for what it alone knows', () => {
  const problem = { code: 'value_invalid', message: '2 is no known value' }
  expect(problemWords(problem, 'Sign', t)).toBe('Sign: 2 is no known value')
  expect(problemWords(problem, '', t)).toBe('2 is no known value')
})

it('says of a repair what it would do, at what the person sees', () => {
  const words = (
    kind: 'name_default' | 'name_people' | 'decide_by',
    values: Record<string, string>,
  ) => {
    const repair = { id: 'x', kind, element: 'g', does: '', values, isSafe: false }
    return repairWords(repair, (element) => `the way ${element}`, t)
  }
  expect(words('name_default', { flow: 'f', name: '', target: 'a' })).toBe(
    'Take the way f when no other fits.',
  )
  expect(words('name_people', { people: 'managerLine' })).toBe('Ask the manager of whoever starts.')
  expect(words('decide_by', { mode: 'count', needed: '3' })).toBe('Ask all: 3 have to approve.')
})
