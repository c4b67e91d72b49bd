/** The keys of English texts, in another language: each text file is checked to have them all. */
export type Translation<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Translation<T[K]>
}
