/** The keys of English texts, in another language: a file that lacks one does not compile. */
export type Translation<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Translation<T[K]>
}
