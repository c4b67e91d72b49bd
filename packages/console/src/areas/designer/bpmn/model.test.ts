import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openModel, type Shape } from './model.ts'

type Listener = (event: { readonly newSelection: readonly Shape[] }) => void

const shape = (id: string): Shape => ({
  id,
  type: 'bpmn:UserTask',
  businessObject: { $type: 'bpmn:UserTask', get: () => undefined, set: () => undefined },
})

const nothing = { x: 0, y: 0, width: 0, height: 0 }

/** The part of the drawing library that is used: the real one needs a browser that draws. */
function aViewer(shapes: readonly string[]) {
  const drawn = new Set(shapes)
  const markers = new Set<string>()
  const listeners = new Map<string, Listener>()
  const services: Record<string, unknown> = {
    eventBus: { on: (name: string, listener: Listener) => listeners.set(name, listener) },
    elementRegistry: { get: (id: string) => (drawn.has(id) ? shape(id) : undefined) },
    canvas: {
      viewbox: () => ({ inner: nothing, outer: nothing }),
      addMarker: (id: string) => markers.add(id),
      removeMarker: (id: string) => {
        if (!drawn.has(id)) throw new Error(`no element ${id}`)
        markers.delete(id)
      },
    },
  }
  const viewer = {
    get: (name: string) => services[name],
    importXML: () => Promise.resolve({ warnings: [] }),
    saveXML: () => Promise.resolve({}),
    destroy: () => undefined,
  }
  return {
    model: openModel(viewer as unknown as Parameters<typeof openModel>[0], true),
    markers,
    remove: (id: string) => drawn.delete(id),
    select: (...ids: readonly string[]) =>
      listeners.get('selection.changed')?.({ newSelection: ids.map(shape) }),
  }
}

describe('elements that are at fault', () => {
  it('are marked, and no longer when they are mended', () => {
    const { model, markers } = aViewer(['a', 'b'])
    model.mark(
      new Map([
        ['a', 'no people'],
        ['b', 'no way on'],
      ]),
    )
    expect([...markers]).toEqual(['a', 'b'])
    model.mark(new Map([['b', 'no way on']]))
    expect([...markers]).toEqual(['b'])
  })

  it('may not be drawn, or be gone by now', () => {
    const { model, markers, remove } = aViewer(['a'])
    model.mark(
      new Map([
        ['a', 'x'],
        ['process', 'x'],
      ]),
    )
    expect([...markers]).toEqual(['a'])
    remove('a')
    expect(() => model.mark(new Map())).not.toThrow()
  })
})

describe('the chosen element', () => {
  const chosen = vi.fn<(shape: Shape | undefined) => void>()
  beforeEach(() => chosen.mockClear())

  it.each([
    [['a'], 'a'],
    [['a', 'b'], undefined],
    [[], undefined],
  ])('of %j is %s', (ids, id) => {
    const { model, select } = aViewer(['a', 'b'])
    model.onSelect(chosen)
    select(...ids)
    expect(chosen.mock.lastCall?.[0]?.id).toBe(id)
  })
})

it('saves an empty text rather than nothing', async () => {
  expect(await aViewer([]).model.save()).toBe('')
})
