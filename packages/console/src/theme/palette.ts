// Generated from packages/repo-checks/src/look by `pnpm generate`; do not edit.
import type { MantineColorsTuple } from '@mantine/core'

export const brand: MantineColorsTuple = [
  '#eef3ff',
  '#dce6ff',
  '#b8ccff',
  '#8fb0ff',
  '#668ff5',
  '#4271ea',
  '#1f4fd8',
  '#1a44bd',
  '#17399c',
  '#132d78',
]

export const gray: MantineColorsTuple = [
  '#fbfaf8',
  '#f6f4f0',
  '#ebe8e1',
  '#dedbd3',
  '#c9c5ba',
  '#a09d95',
  '#686a70',
  '#585d68',
  '#3c404b',
  '#1c2230',
]

export const dark: MantineColorsTuple = [
  '#e9ebf1',
  '#cbd0db',
  '#aeb6c5',
  '#8a93a5',
  '#485062',
  '#343b4a',
  '#262c39',
  '#1a1f2a',
  '#141821',
  '#10131a',
]

export const red: MantineColorsTuple = [
  '#fff0f0',
  '#ffe0e0',
  '#ffc2c2',
  '#ffa3a3',
  '#f77676',
  '#e04848',
  '#c42525',
  '#ad1f1f',
  '#941a1a',
  '#7a1515',
]
