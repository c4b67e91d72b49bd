import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it.each([
  ['Ann Moss', 'AM'],
  ['Ann van der Moss', 'AM'],
  ['ann', 'A'],
  ['  Ann   Moss ', 'AM'],
  ['王芳', '王芳'],
  ['欧阳修远', '修远'],
  ['王', '王'],
  ['Ann 王', 'A王'],
  ['Élodie Ångström', 'ÉÅ'],
  ['𝒜nn Moss', '𝒜M'],
  ['', ''],
])('stands for “%s” as “%s”', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
