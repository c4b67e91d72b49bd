import { useState, type DragEvent, type ReactNode } from 'react'
import { Icon } from '../../../shared/icon.tsx'
import classes from './uploads.module.css'

/** A part of a page onto which files can be dropped. The button beside it does the same by keyboard. */
export function DropZone(props: {
  readonly hint: string
  readonly isActive: boolean
  readonly onFiles: (files: readonly File[]) => void
  readonly children: ReactNode
}) {
  const [isOver, setIsOver] = useState(false)
  if (!props.isActive) return <div className={classes.zone}>{props.children}</div>
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return (
    <div
      className={classes.zone}
      onDragEnter={(event) => setIsOver(hasFiles(event))}
      onDragOver={(event) => {
        if (hasFiles(event)) event.preventDefault()
      }}
      onDragLeave={(event) => {
        const inside =
          event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
        if (!inside) setIsOver(false)
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setIsOver(false)
        props.onFiles([...event.dataTransfer.files])
      }}
    >
      {props.children}
      {isOver && (
        <div className={classes.over}>
          <Icon name="upload" size={36} />
          {props.hint}
        </div>
      )}
    </div>
  )
}
