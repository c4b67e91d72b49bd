/**
 * The first number and the first "3 hours ago" take a phone a tenth of a second, the next ones nothing: the engine
 * looks which of its eight hundred languages it can format, once for all threads of the page. So a thread beside it does.
 */
export const warmFormats = (): Worker =>
  new Worker(new URL('./warm-formats.worker.ts', import.meta.url), { type: 'module' })
