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
