/** `hanging`: one endpoint never answers. `failing`: one event in a hundred is refused the first time. */
export const TROUBLES = ['none', 'failing', 'hanging'] as const

export type Trouble = (typeof TROUBLES)[number]
