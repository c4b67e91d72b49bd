import { expect, it } from 'vitest'
import { mergeBills, withLicences, type Bill } from './bill.ts'

const bill = (name: string, parts: readonly string[], needs: readonly string[]): Bill => ({
  bomFormat: 'CycloneDX',
  serialNumber: `urn:uuid:${crypto.randomUUID()}`,
  metadata: { timestamp: new Date().toISOString(), component: { name } },
  components: parts.map((part) => ({ 'bom-ref': part, purl: part })),
  dependencies: [{ ref: name, dependsOn: needs }],
})

it('the bill of an image is the same however its parts were listed', () => {
  const one = mergeBills(
    [bill('gateway', ['b', 'a'], ['a', 'b']), bill('console', ['c', 'a'], [])],
    60,
  )
  const other = mergeBills(
    [bill('gateway', ['a', 'b'], ['b', 'a']), bill('console', ['a', 'c'], [])],
    60,
  )
  expect(JSON.stringify(one)).toBe(JSON.stringify(other))
  expect(one).toEqual({
    bomFormat: 'CycloneDX',
    metadata: { timestamp: '1970-01-01T00:01:00.000Z', component: { name: 'gateway' } },
    components: ['a', 'b', 'c'].map((part) => ({ 'bom-ref': part, purl: part })),
    dependencies: [
      { ref: 'console', dependsOn: [] },
      { ref: 'gateway', dependsOn: ['a', 'b'] },
    ],
  })
})

it('what has no licence is in no bill, and what we have read has the one of its file', () => {
  const silent = bill('bpm', ['pkg:npm/png-js@2.0.0'], [])
  expect(withLicences(silent).components).toMatchObject([
    { licenses: [{ license: { id: 'MIT' } }] },
  ])
  expect(() => withLicences(bill('bpm', ['pkg:npm/other@1.0.0'], []))).toThrow(
    'without a licence: pkg:npm/other@1.0.0',
  )
})
