/** Whose model a file is. */
export const SOURCE_FORMATS = ['bpmn', 'flowlong', 'warm-flow'] as const
export type SourceFormat = (typeof SOURCE_FORMATS)[number]
