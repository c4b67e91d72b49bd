import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '../../text/i18n.ts'
import { ErrorAlert } from '../page/error-alert.tsx'

interface Props {
  readonly opened: boolean
  readonly title: string
  readonly text?: ReactNode
  /** What the button does, in its own words: "Delete the role". */
  readonly confirm: string
  /** What the other button says, where "Cancel" does not say what stays. */
  readonly cancel?: string
  readonly danger?: boolean
  readonly isRunning?: boolean
  readonly error?: unknown
  /** It is done, and there is nothing left to leave undone. What is shown of it may be shown this once. */
  readonly isDone?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  /** Fields that the decision needs, such as a reason. */
  readonly children?: ReactNode
}

/**
 * Asks before something that cannot be taken back, or for what is needed to do something. Stays open, with the
 * reason, when it fails.
 *
 * @param isChanged Something was entered that would be lost: only its own button closes it at once.
 */
export function ConfirmDialog({
  isChanged = false,
  ...props
}: Props & { readonly isChanged?: boolean }) {
  const { closing, question } = useClosing(isChanged && props.isDone !== true, props.onClose)
  return (
    <>
      <PlainDialog {...props} closing={closing} />
      {question}
    </>
  )
}

interface Closing {
  readonly onClose: () => void
  readonly closeOnClickOutside: boolean
  readonly closeOnEscape: boolean
}

/**
 * How a dialog is closed in which something was entered: not by a click beside it, and by Escape or its cross only
 * once that is asked. `question` stands beside the dialog, after it.
 */
export function useClosing(
  isChanged: boolean,
  onClose: () => void,
): { readonly closing: Closing; readonly question: ReactNode } {
  const { t } = useTranslation('common')
  const [isAsked, setIsAsked] = useState(false)
  return {
    closing: {
      // Later, or the same Escape closes the question.
      onClose: isChanged ? () => void setTimeout(() => setIsAsked(true)) : onClose,
      closeOnClickOutside: !isChanged,
      closeOnEscape: !isAsked,
    },
    // There all the time, so that the focus goes back to where it was.
    question: (
      <PlainDialog
        opened={isAsked}
        danger
        title={t('unsaved.title')}
        text={t('unsaved.text')}
        cancel={t('unsaved.stay')}
        confirm={t('unsaved.leave')}
        onConfirm={onClose}
        onClose={() => setIsAsked(false)}
      />
    ),
  }
}

function PlainDialog({ closing, ...props }: Props & { readonly closing?: Closing }) {
  const { t } = useTranslation('common')
  // A click beside it would take along what comes of it, or has.
  const closes = props.isDone !== true && props.isRunning !== true
  return (
    <Modal
      opened={props.opened}
      onClose={closing?.onClose ?? props.onClose}
      title={props.title}
      centered
      closeOnClickOutside={closes && closing?.closeOnClickOutside !== false}
      closeOnEscape={closes && closing?.closeOnEscape !== false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // A dialog that a form opens stands within it here, though not on the page: it sends nothing of that.
          event.stopPropagation()
          props.onConfirm()
        }}
      >
        <Stack>
          {props.text !== undefined && <Text component="div">{props.text}</Text>}
          {props.children}
          <ErrorAlert error={props.error} />
          <Group justify="flex-end">
            {props.isDone !== true && (
              // Who opens it by keyboard is not on what cannot be taken back; a field comes first.
              <Button variant="default" onClick={props.onClose} data-autofocus>
                {props.cancel ?? t('action.cancel')}
              </Button>
            )}
            <Button
              type="submit"
              loading={props.isRunning ?? false}
              {...(props.danger === true ? { color: 'red' } : {})}
            >
              {props.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
