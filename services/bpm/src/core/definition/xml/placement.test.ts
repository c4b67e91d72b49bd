import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, start, user, validate } from '../../testing.ts'

const withExtensions = (type: string, extensions: string, more = '') =>
  `<${type} id="x"><extensionElements>${extensions}</extensionElements>${more}</${type}>`
const people =
  '<approval:candidates><approval:candidate kind="user" ref="p"/></approval:candidates>'
const problemsOf = (element: string) =>
  validate(bpmn(start + element + user('a') + end + flows('start -> x -> a -> end')), [])
const inside = '<startEvent id="i"/><endEvent id="o"/>' + flows('i -> o')

describe('an extension element where nobody would read it', () => {
  it.each([
    [
      'a rule of tasks on a sub-process',
      withExtensions('subProcess', '<approval:timeout in="P1D"/>', inside),
    ],
    ['people on a gateway', withExtensions('exclusiveGateway', people)],
    [
      'a decision on a call',
      withExtensions('callActivity', '<approval:decision mode="all"/>').replace(
        'id="x"',
        'id="x" calledElement="k"',
      ),
    ],
    [
      'a list without multi-instance',
      withExtensions('callActivity', '<approval:each value="s" as="t"/>').replace(
        'id="x"',
        'id="x" calledElement="k"',
      ),
    ],
    ['a list on a task', withExtensions('userTask', `${people}<approval:each value="s" as="t"/>`)],
    ['people twice', withExtensions('userTask', people + people)],
    [
      'two things to do',
      withExtensions('serviceTask', '<approval:auto/><approval:callback name="c"/>'),
    ],
    [
      'people of a callback',
      withExtensions('serviceTask', `<approval:callback name="c"/>${people}`),
    ],
    [
      'a calendar in the definition of an event',
      '<intermediateCatchEvent id="x"><timerEventDefinition><extensionElements><approval:timing calendar="working"/></extensionElements><timeDuration>P1D</timeDuration></timerEventDefinition></intermediateCatchEvent>',
    ],
  ])('is named, with what to do: %s', async (_, element) => {
    expect(await problemsOf(element)).toMatchObject([
      { element: 'x', code: 'extension_misplaced', message: expect.stringContaining(': ') },
    ])
  })

  it('is named on the end by an error, whose result is told already', async () => {
    const wrong = `<endEvent id="wrong"><extensionElements><approval:result value="approved"/></extensionElements><errorEventDefinition/></endEvent>`
    const xml = bpmn(start + user('a') + wrong + flows('start -> a -> wrong'))
    expect(await validate(xml, [])).toMatchObject([
      { element: 'wrong', code: 'extension_misplaced' },
    ])
  })
})
