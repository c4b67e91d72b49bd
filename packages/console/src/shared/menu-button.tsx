import { useClickOutside, useId } from '@mantine/hooks'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import classes from './menu-button.module.css'

export interface MenuItem {
  readonly id: string
  readonly label: string
  readonly icon?: IconName
  /** It is the one of several that holds now. */
  readonly isChosen?: boolean
  readonly lang?: string
  readonly run: () => void
}

/**
 * A button that opens a short menu, for the frame: it is there from the first moment, so it brings
 * no library for floating things along. Areas use Mantine's `Menu`.
 */
export function MenuButton(props: {
  readonly label: string
  readonly face: ReactNode
  readonly items: readonly MenuItem[]
  /** Stands above the items. */
  readonly head?: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const around = useClickOutside<HTMLDivElement>(() => setOpen(false))
  const focusItem = (find: (at: number, count: number) => number) => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
    const at = items.findIndex((item) => item === document.activeElement)
    items.at(find(at, items.length) % Math.max(1, items.length))?.focus()
  }
  const open = () => {
    setOpen(true)
    // When it is drawn.
    requestAnimationFrame(() => focusItem(() => 0))
  }
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (!isOpen || act === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (act === 'close') close()
    else focusItem(act)
  }
  return (
    <div ref={around} className={classes.around} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={props.label}
        title={props.label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={isOpen ? close : open}
      >
        {props.face}
      </button>
      {isOpen && (
        <div className={classes.menu}>
          {props.head}
          <div id={id} ref={list} role="menu" aria-label={props.label}>
            {props.items.map((item) => (
              <Item
                key={item.id}
                {...item}
                run={() => {
                  close()
                  item.run()
                }}
              />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

const keys: Readonly<Record<string, 'close' | ((at: number, count: number) => number)>> = {
  Escape: 'close',
  Tab: 'close',
  ArrowDown: (at) => at + 1,
  ArrowUp: (at, count) => at - 1 + count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

function Item({ label, icon, isChosen, lang, run }: MenuItem) {
  const role = isChosen === undefined ? 'menuitem' : 'menuitemradio'
  return (
    <button
      type="button"
      role={role}
      aria-checked={isChosen}
      tabIndex={-1}
      lang={lang}
      className={classes.item}
      onClick={run}
    >
      {icon !== undefined && <Icon name={icon} size={18} />}
      <span>{label}</span>
      {isChosen === true && <Icon name="check" size={16} />}
    </button>
  )
}
