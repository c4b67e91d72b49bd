// What generated documents are made of.
import { MAX_ELEMENTS, MAX_TAGS, MAX_XML_BYTES } from '../core/definition/xml/xml.ts'

/** A number below another one. */
export type Random = (below: number) => number
/** Of how much of the limits a document is made. */
export type Shape = (share: number, random: Random) => string

export const open =
  '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"' +
  ' xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:approval="urn:countersign:bpmn:1"' +
  ' xmlns:camunda="http://camunda.org/schema/1.0/bpmn" xmlns:flowable="http://flowable.org/bpmn"' +
  ' targetNamespace="x">'

export const documentOf = (process: string, beside = '') =>
  `${open}<process id="p" isExecutable="true">${process}</process>${beside}</definitions>`

/** As many parts as there is room for, in characters and in tags. */
export function fill(share: number, part: (index: number) => string): string {
  const room = { length: share * MAX_XML_BYTES - open.length - 400, tags: share * MAX_TAGS - 40 }
  const parts: string[] = []
  for (let index = 0; ; index += 1) {
    const next = part(index)
    room.length -= next.length
    room.tags -= next.split('<').length - 1
    if (room.length < 0 || room.tags < 0) return parts.join('')
    parts.push(next)
  }
}

export const elements = (share: number) => Math.max(2, Math.floor(share * MAX_ELEMENTS) - 4)

export const list = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join('')

export const flow = (id: string, from: string, to: string, condition = '') =>
  `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${
    condition === '' ? '' : `<conditionExpression>${condition}</conditionExpression>`
  }</sequenceFlow>`

export const ends = (first: string, last: string) =>
  `<startEvent id="s"/>${flow('fs', 's', first)}<endEvent id="e"/>${flow('fe', last, 'e')}`

export const extended = (content: string) => `<extensionElements>${content}</extensionElements>`

export const people = extended(
  '<approval:candidates><approval:candidate kind="user" ref="manager"/></approval:candidates>',
)

export const task = (id: string, attributes = '', content = '') =>
  `<userTask id="${id}"${attributes}>${people}${content}</userTask>`

/**
 * Parts one after the other, as many as fit.
 *
 * @param weight How many elements each has, the flow to the next one not counted.
 */
export function inARow(share: number, weight: number, part: (index: number) => string): string {
  const count = Math.max(1, Math.floor(elements(share) / (weight + 1)))
  const flows = list(count - 1, (at) => flow(`f${at}`, `n${at}`, `n${at + 1}`))
  return documentOf(ends('n0', `n${count - 1}`) + list(count, part) + flows, named)
}

/** What parts refer to. */
export const named = [
  ...['x', 'y', 'z'].map((name) => `<signal id="${name}" name="${name}"/>`),
  '<signal id="all" name="all" approval:scope="tenant"/><message id="m" name="m"/>',
  '<error id="r" errorCode="r"/><escalation id="c" escalationCode="c"/>',
].join('')

/** Mulberry32: small, and the same everywhere. */
export function randomOf(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
