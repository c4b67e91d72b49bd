import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backendMounts, judgePath } from './mounts.ts'

describe('judgePath', () => {
  it.each([
    '/internal/v1/dms/bpm-events',
    '/internal/v1/dms/bpm-events/',
    '/internal/v1/dms/bpm%2Devents',
    '/internal/v1/dms/BPM-Events',
    '/internal/v1/dms/bpm-events;a=1',
    '/%69nternal/v1/dms/bpm-events/x',
  ])('[GEN-02] never routes the callback path, written %s', (path) => {
    expect(judgePath(path)).toBe('unrouted')
  })

  it('[GEN-02] says the same of a path whichever of its letters are encoded', () => {
    const part = fc.constantFrom(
      'api',
      'dms',
      'v1',
      'internal',
      'Internal',
      'bpm-events',
      'a.b',
      '.',
      '..',
      '.a',
      '',
      '~x',
      'a;b',
      '..;b',
      ';',
    )
    const parts = fc.oneof(
      fc.array(part, { minLength: 1, maxLength: 6 }),
      fc
        .array(part, { maxLength: 2 })
        .map((more) => ['internal', 'v1', 'dms', 'bpm-events', ...more]),
    )
    const encode = (letter: string) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`
    fc.assert(
      fc.property(parts, (of) => {
        const path = `/${of.join('/')}`
        expect(judgePath(path.replaceAll(/[a-z.~;-]/gi, encode))).toBe(judgePath(path))
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    '/internal/v1/dms//bpm-events',
    '/internal/v1/dms/./bpm-events',
    '/internal/v1/dms/%2e/bpm-events',
    '/api/dms/../../internal/v1/dms/bpm-events',
    '/api/dms/%2e%2e/x',
    '/internal/v1/dms%2fbpm-events',
    '/internal/v1/dms%252fbpm-events',
    '/internal/v1/dms\\bpm-events',
    '/internal/v1/dms%5cbpm-events',
    '/api/dms/%00',
    '/api/dms/%zz',
    '//api/dms',
    '/expense/..;/actuator/env',
    '/expense/..;a=1/actuator/env',
    '/expense/%2e%2e%3b/actuator/env',
    '/expense/.;/x',
    '/expense/;/x',
    '/expense/..;',
    'api/dms',
  ])('[GEN-02] refuses a path that servers read differently: %s', (path) => {
    expect(judgePath(path)).toBe('ambiguous')
  })

  it('[GEN-02] routes ordinary paths, and no spelling of the callback path', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z0-9-]{1,12}$/)), (segments) => {
        expect(judgePath(`/api/${segments.join('/')}`)).toBe('routable')
      }),
    )
    const path = '/internal/v1/dms/bpm-events'
    const spelling = fc
      .array(fc.boolean(), { minLength: path.length, maxLength: path.length })
      .map((encoded) =>
        [...path]
          .map((character, index) =>
            encoded[index] === true ? `%${character.charCodeAt(0).toString(16)}` : character,
          )
          .join(''),
      )
    fc.assert(fc.property(spelling, (spelled) => judgePath(spelled) !== 'routable'))
  })
})

describe('backendMounts', () => {
  it('[GEN-02] reads business backends', () => {
    expect(backendMounts('/api/expense=http://expense:8084, /crm=https://crm.example')).toEqual([
      { prefix: '/api/expense', upstream: 'http://expense:8084' },
      { prefix: '/crm', upstream: 'https://crm.example' },
    ])
    expect(backendMounts(undefined)).toEqual([])
  })

  it.each(['/api/iam=http://x', '/internal/bpm-events=http://x', '/oauth2/token=http://x'])(
    '[GEN-02] keeps the paths of the platform: %s',
    (entry) => {
      expect(() => backendMounts(entry)).toThrow('belongs to the platform')
    },
  )

  it.each(['/crm', 'crm=http://x', '/crm=ftp://x', '/crm=http://x/path', '/../x=http://x'])(
    'refuses %s',
    (entry) => {
      expect(() => backendMounts(entry)).toThrow('has the form')
    },
  )
})
