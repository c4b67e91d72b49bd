import { expect, it } from 'vitest'
import { withDrawing } from './drawing.ts'
import { emptyProcess } from './empty.ts'

const elements = (xml: string, name: string) => [
  ...new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagName(name),
]

it('leaves a drawing alone that somebody made', async () => {
  const xml = emptyProcess('expense', 'Expense')
  expect(await withDrawing(xml)).toBe(xml)
})

it('begins with a process that has a start, one task and an end, all drawn', () => {
  const xml = emptyProcess('expense', 'Expense')
  const drawn = elements(xml, 'bpmndi:BPMNShape').map((shape) => shape.getAttribute('bpmnElement'))
  expect(drawn).toEqual(['start', 'task1', 'end'])
  expect(elements(xml, 'bpmn:process')[0]?.getAttribute('id')).toBe('expense')
})

it.each(['R&D "urgent"', '<script>', "it's"])('takes any name: %s', (name) => {
  const [process] = elements(emptyProcess('p', name), 'bpmn:process')
  expect(process?.getAttribute('name')).toBe(name)
})

const process = (flows: readonly string[]) =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">${[
    ...new Set(flows.flatMap((flow) => flow.split('>'))),
  ]
    .map((id) => `<userTask id="${id}"/>`)
    .join('')}${flows
    .map((flow, index) => {
      const [from, to] = flow.split('>')
      return `<sequenceFlow id="f${index}" sourceRef="${from}" targetRef="${to}"/>`
    })
    .join('')}</process></definitions>`

it('draws a process that came without a drawing', async () => {
  const xml = await withDrawing(process(['a>b', 'b>c']))
  expect(elements(xml, 'bpmndi:BPMNShape')).toHaveLength(3)
})

it.each([
  ['on which the layout throws', ['a>j', 'a>end', 'a>c', 'j>c', 'c>end']],
  ['that is too large', Array.from({ length: 4000 }, (_, index) => `n${index}>n${index + 1}`)],
])('leaves a process alone %s', async (_, flows) => {
  const xml = process(flows)
  expect(await withDrawing(xml)).toBe(xml)
})
