import type { SVGProps } from 'react'

// Drawn on a 24 by 24 grid with one stroke. A library of thousands would have to be installed for
// some dozens of these.
const paths = {
  inbox: 'M4 13l2.5-8h11L20 13v6H4zM4 13h4.5l1.5 3h4l1.5-3H20',
  send: 'M20 4L10.5 13.5M20 4l-6 16-3.5-6.5L4 10z',
  plus: 'M12 5v14M5 12h14',
  away: 'M4 12a8 8 0 1 0 8-8M4 5v5h5M12 8v4l3 2',
  chart: 'M4 4v16h16M8 16v-4M12.5 16V8M17 16v-6',
  document: 'M7 3h7l4 4v14H7zM14 3v4h4M10 12h5M10 16h5',
  folder: 'M3 6h6l2 2h10v11H3z',
  flow: 'M4 4h6v5H4zM14 15h6v5h-6zM7 9v4h10v2',
  tag: 'M4 4h8l8 8-8 8-8-8zM8 8h.01',
  bolt: 'M13 3L5 14h6l-1 7 8-11h-6z',
  building: 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3',
  users:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3 20c0-3.5 2.5-6 6-6s6 2.5 6 6M15 4.4a3.5 3.5 0 0 1 0 6.2M17 14.4c2.4.8 4 2.8 4 5.6',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21c0-4 3.5-7 8-7s8 3 8 7',
  tree: 'M10 3h4v4h-4zM3 17h4v4H3zM17 17h4v4h-4zM12 7v5M5 17v-5h14v5',
  shield: 'M12 3l7 3v5c0 5-3 8.5-7 10-4-1.5-7-5-7-10V6z',
  key: 'M8 15a4 4 0 1 1 3.5-6H21v4h-3v3h-3v-3h-3.5A4 4 0 0 1 8 15M8 11h.01',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4',
  list: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  database:
    'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M16 16l4.5 4.5',
  check: 'M5 12.5l5 5L19.5 7',
  cross: 'M6 6l12 12M18 6L6 18',
  back: 'M10 6l-6 6 6 6M4 12h16',
  right: 'M9 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  up: 'M5 15l7-7 7 7',
  return: 'M9 5L4 10l5 5M4 10h9a6 6 0 0 1 6 6v3',
  refresh: 'M20 11a8 8 0 0 0-14.5-3.5L4 9M4 4v5h5M4 13a8 8 0 0 0 14.5 3.5L20 15M20 20v-5h-5',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3.5 2',
  alert: 'M12 4L2.5 20h19zM12 10v4M12 17h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 11v5M12 8h.01',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M9.5 9.5a2.5 2.5 0 1 1 3.6 2.3c-.7.4-1.1.9-1.1 1.7M12 16.5h.01',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3L19 19M19 5l-1.7 1.7M6.7 17.3L5 19',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5',
  contrast:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 3v18M12 7h6.500M12 11h9M12 15h8.400M12 19h5.500',
  columns: 'M4 5h16v14H4zM9.300 5v14M14.700 5v14',
  globe:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M3 12h18M12 3c2.5 2.5 3.8 5.5 3.8 9s-1.3 6.5-3.8 9c-2.5-2.5-3.8-5.5-3.8-9S9.500 5.500 12 3',
  swap: 'M7 4L3 8l4 4M3 8h14M17 12l4 4-4 4M21 16H7',
  leave: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  edit: 'M4 20l1-5L16 4l4 4L9 19zM14 6l4 4',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14M10 11v6M14 11v6',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  eye: 'M2.500 12C5 7.500 8.300 5.500 12 5.500s7 2 9.500 6.500c-2.500 4.500-5.800 6.500-9.500 6.500S5 16.500 2.500 12M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6',
  lock: 'M6 11h12v10H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  share:
    'M18 8a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M6 14.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M18 21a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M8.200 10.800l7.600-4.100M8.200 13.200l7.600 4.100',
  upload: 'M12 16V4M7 9l5-5 5 5M4 16v4h16v-4',
  download: 'M12 4v12M7 11l5 5 5-5M4 16v4h16v-4',
  expand: 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7',
  window: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  filter: 'M4 5h16l-6 8v6l-4-2v-4z',
  more: 'M5.5 12a.5 .5 0 1 0-1 0 .5 .5 0 0 0 1 0M12.5 12a.5 .5 0 1 0-1 0 .5 .5 0 0 0 1 0M19.5 12a.5 .5 0 1 0-1 0 .5 .5 0 0 0 1 0',
  play: 'M8 5l11 7-11 7z',
  history: 'M4 12a8 8 0 1 0 2.500-5.800M4 4v4h4M12 8v4l3 2',
} as const satisfies Record<string, string>

/** The same drawing inside another SVG. */
export const pathOf = (name: IconName): string => paths[name]

export type IconName = keyof typeof paths

/** A drawing beside a text that says the same; screen readers pass over it. */
export function Icon({
  name,
  size = 20,
  style,
  ...rest
}: { readonly name: IconName; readonly size?: number } & SVGProps<SVGSVGElement>) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      // Beside a long text it keeps its size.
      style={{ flex: 'none', ...style }}
      {...rest}
    >
      <path d={paths[name]} />
    </svg>
  )
}
