import { describe, expect, it } from 'vitest'
import { nameSchemas } from './named-schemas.ts'

const problem = { type: 'object', title: 'Problem', properties: { code: { type: 'string' } } }
const answer = (schema: object): object => ({ content: { 'application/json': { schema } } })

describe('named schemas of an OpenAPI document', () => {
  it('says a titled schema once and refers to it', () => {
    const document = nameSchemas({
      openapi: '3.1.0',
      paths: { '/a': { get: { responses: { 200: answer(problem), 404: answer(problem) } } } },
    })

    const reference = answer({ $ref: '#/components/schemas/Problem' })
    expect(document).toEqual({
      openapi: '3.1.0',
      paths: { '/a': { get: { responses: { 200: reference, 404: reference } } } },
      components: { schemas: { Problem: problem } },
    })
  })

  it('refers from inside a titled schema to another', () => {
    const page = { type: 'object', title: 'Page', properties: { first: problem } }
    const { components } = nameSchemas({ paths: { '/a': answer(page) } })

    expect(components).toMatchObject({
      schemas: { Page: { properties: { first: { $ref: '#/components/schemas/Problem' } } } },
    })
  })

  it('leaves a second schema of the same title where it is', () => {
    const other = { type: 'object', title: 'Problem', properties: {} }
    const { paths } = nameSchemas({ paths: { '/a': answer(problem), '/b': answer(other) } })

    expect(paths).toMatchObject({ '/b': answer(other) })
  })

  it('keeps the components that are there, and whatever else the document has', () => {
    const components = { securitySchemes: { user: { type: 'http' } } }
    expect(nameSchemas({ info: { title: 'x' }, components })).toEqual({
      info: { title: 'x' },
      paths: {},
      components: { ...components, schemas: {} },
    })
  })
})
