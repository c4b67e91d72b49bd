import { Button, Modal, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { arrangeFinds, matchFinds, placeAfterKey, type Find } from './find.ts'
import { FindList } from './find-list.tsx'
import classes from './palette.module.css'
import { useFound } from './use-found.ts'
import { useOwnFinds } from './use-own-finds.ts'

const pauseMs = 200
const longest = 200

/** Everything by its name: pages, actions, approvals, documents, people. */
export function Palette(props: { readonly onClose: () => void; readonly onHelp: () => void }) {
  const { t } = useTranslation('palette')
  return (
    <Modal.Root
      opened
      onClose={props.onClose}
      size="lg"
      padding={0}
      yOffset="10dvh"
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('title')}>
        <Modal.Body>
          <Search {...props} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Search({ onClose, onHelp }: Parameters<typeof Palette>[0]) {
  const { t } = useTranslation('palette')
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), pauseMs)
  const own = useOwnFinds(onHelp)
  const found = useFound(text.trim() === '' ? '' : asked)
  // Until the services were asked for this text, only those of before that have it.
  const known = asked === text.trim() ? found.finds : matchFinds(found.finds, text)
  const finds = arrangeFinds([...matchFinds(own, text), ...known])
  const isSearching = found.isLoading || (text.trim() !== '' && asked !== text.trim())
  const run = (find: Find | undefined) => {
    if (find === undefined) return
    onClose()
    find.run()
  }
  const { list, place, onKeyDown } = usePlace(finds, text, run)
  return (
    <>
      <div className={classes.field}>
        <Icon name="search" />
        <input
          className={classes.input}
          data-autofocus
          role="combobox"
          aria-expanded={finds.length > 0}
          aria-controls={list}
          aria-activedescendant={finds.length > 0 ? `${list}-${place}` : undefined}
          aria-autocomplete="list"
          aria-label={t('title')}
          placeholder={t('placeholder')}
          autoComplete="off"
          spellCheck={false}
          maxLength={longest}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <FindList id={list} finds={finds} place={place} onRun={run} />
      <div className={classes.state} role="status">
        {isSearching && t('searching')}
        {!isSearching && found.error === null && finds.length === 0 && t('nothing')}
      </div>
      {found.error !== null && <Failed onRetry={found.retry} />}
      <p className={classes.keys}>{t('keys')}</p>
    </>
  )
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation('palette')
  return (
    <div className={classes.failed} role="alert">
      <Text size="sm">{t('failed')}</Text>
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}

/** Which of the finds the keyboard is on: the first of each new search. */
function usePlace(finds: readonly Find[], text: string, run: (find: Find | undefined) => void) {
  const list = useId()
  const [place, setPlace] = useState(0)
  const shown = useRef(text)
  if (shown.current !== text) {
    shown.current = text
    if (place !== 0) setPlace(0)
  }
  const at = Math.min(place, Math.max(0, finds.length - 1))
  useEffect(() => {
    document.querySelector(`[id="${list}-${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [list, at])
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter ends what an input method is composing.
    if (event.nativeEvent.isComposing) return
    const next = placeAfterKey(event.key, at, finds.length)
    if (next === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (next === undefined) run(finds[at])
    else setPlace(next)
  }
  return { list, place: at, onKeyDown }
}
