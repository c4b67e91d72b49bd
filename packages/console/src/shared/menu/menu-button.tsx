import { useClickOutside } from '@mantine/hooks'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Icon, type IconName } from '../icon.tsx'
import classes from './menu-button.module.css'
import { menuKeys, placeAfter, type Move } from './menu-keys.ts'

export interface MenuItem {
  readonly id: string
  readonly label: string
  readonly icon?: IconName
  /** It is the one of several that holds now. */
  readonly isChosen?: boolean
  /** It is on or off, whatever the others are. */
  readonly isOn?: boolean
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
  const { isOpen, open, close, around, button, list, onKeyDown } = useMenu()
  const id = useId()
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
                  // What is on or off can be gone through one after the other.
                  if (item.isOn === undefined) close()
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

/** Whether the menu is open, and where the focus goes: into it, along it, and back to the button. */
function useMenu() {
  const [isOpen, setOpen] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const around = useClickOutside<HTMLDivElement>(() => setOpen(false))
  const focusItem = (move: Move) => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
    const at = items.findIndex((item) => item === document.activeElement)
    items.at(placeAfter(move, at, items.length))?.focus()
  }
  const open = () => {
    setOpen(true)
    // When it is drawn.
    requestAnimationFrame(() => focusItem('first'))
  }
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = menuKeys[event.key]
    if (!isOpen || act === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (act === 'close') close()
    else focusItem(act)
  }
  return { isOpen, open, close, around, button, list, onKeyDown }
}

function Item({ label, icon, isChosen, isOn, lang, run }: MenuItem) {
  const isChecked = isOn ?? isChosen
  return (
    <button
      type="button"
      role={roleOf(isChosen, isOn)}
      aria-checked={isChecked}
      tabIndex={-1}
      lang={lang}
      className={classes.item}
      onClick={run}
    >
      {icon !== undefined && <Icon name={icon} size={18} />}
      <span>{label}</span>
      {isChecked === true && <Icon name="check" size={16} />}
    </button>
  )
}

function roleOf(isChosen: boolean | undefined, isOn: boolean | undefined): string {
  if (isOn !== undefined) return 'menuitemcheckbox'
  return isChosen === undefined ? 'menuitem' : 'menuitemradio'
}
