/** A key that leads along the rows is pressed elsewhere, too. Rows take the focus from nobody: it is given up for them. */
export function leaveForRows(): void {
  const { activeElement } = document
  const isInTable = activeElement?.closest('[role=table]') !== null
  if (!isInTable && activeElement instanceof HTMLElement) activeElement.blur()
}
