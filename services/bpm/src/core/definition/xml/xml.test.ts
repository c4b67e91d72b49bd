import { expect, it } from 'vitest'
import { readDmn } from '../../decision/dmn.ts'
import { parseXml } from './xml.ts'

const model = 'http://www.omg.org/spec/BPMN/20100524/MODEL'
const documentOf = (attributes: string, content: string) =>
  `<definitions xmlns="${model}"><process id="p"${attributes}>${content}</process></definitions>`

it.each([
  ['ids', documentOf('', '\n'.repeat(40_000) + '<userTask id="a"/>'.repeat(10_000))],
  ['attributes', documentOf('\tname="a"'.repeat(400), '')],
  ['elements', documentOf('', '\n'.repeat(20_000) + '<unknown/>'.repeat(20_000))],
])('leaves a document full of faults after the first hundred: %s', async (_, xml) => {
  const { root, isBpmn, problems } = await parseXml(xml)
  expect({ root, isBpmn }).toEqual({ root: undefined, isBpmn: true })
  expect(problems).toHaveLength(100)
})

it('is read to its end where it has a hundred', async () => {
  const { root, problems } = await parseXml(documentOf('', '<userTask id="a"/>'.repeat(101)))
  expect(root?.$type).toBe('bpmn:Definitions')
  expect(problems).toHaveLength(100)
})

it('is not begun where a tag has more attributes than any drawing', async () => {
  const attributes = Array.from({ length: 30_000 }, (_, at) => ` a${at}="1"`).join('')
  const { problems } = await parseXml(documentOf(attributes, ''))
  expect(problems).toMatchObject([{ code: 'xml_too_large' }])
})

it('is not begun where it declares more vocabularies than any document has', async () => {
  const declared = (count: number) =>
    Array.from({ length: count }, (_, at) => `<documentation xmlns:v${at}="u:${at}"/>`).join('')
  const { problems } = await parseXml(documentOf('', declared(101)))
  expect(problems).toMatchObject([{ code: 'xml_too_large' }])
  expect((await parseXml(documentOf('', declared(90)))).problems).toEqual([])
})

it('is not begun where as many are declared for names without a prefix, one within the other', async () => {
  const nested = Array.from({ length: 101 }, (_, at) => `<x xmlns="u:${at}">`).join('')
  const foreign = `<extensionElements>${nested}${'</x>'.repeat(101)}</extensionElements>`
  const { problems } = await parseXml(documentOf('', foreign))
  expect(problems).toMatchObject([{ code: 'xml_too_large' }])
})

it.each([
  ['a value that holds the beginning of one', `<x a=" xmlns='" `, ` z="'"/>`],
  ['comments that hold its quotes', `<!-- xmlns=' --><x`, `/><!-- ' -->`],
])('is not begun where they are hidden in %s', async (_, before, after) => {
  const declared = Array.from({ length: 101 }, (_, at) => ` xmlns:v${at}="u:${at}"`).join('')
  const foreign = `<extensionElements>${before}${declared}${after}</extensionElements>`
  const { problems } = await parseXml(documentOf('', foreign))
  expect(problems).toMatchObject([{ code: 'xml_too_large' }])
})

it('is read where each element declares the same one anew', async () => {
  const named = '<documentation xmlns:v="u"/>'.repeat(300)
  expect((await parseXml(documentOf('', named))).problems).toEqual([])
})

it('is not begun where it has more lines than any drawing', async () => {
  const { problems } = await parseXml(documentOf('', '\r'.repeat(60_000)))
  expect(problems).toMatchObject([{ code: 'xml_too_large' }])
})

it('the same for a document of decisions', async () => {
  const faults = '\n'.repeat(40_000) + '<decision id="a"/>'.repeat(10_000)
  const xml = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d">${faults}</definitions>`
  const { table, problems } = await readDmn(xml, [])
  expect({ table, count: problems.length }).toEqual({ table: undefined, count: 100 })
})
