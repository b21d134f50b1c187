import { Paper } from '@mantine/core'
import { type DragEvent, type ReactNode, useState } from 'react'

/** Takes a file that is dropped on it; the field within is for keyboards. */
export const DropZone = ({ onFile, children }: { onFile: (file: File) => void; children: ReactNode }) => {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <Paper
      withBorder
      p="md"
      data-testid="drop"
      style={{ borderStyle: isOver ? 'solid' : 'dashed', ...(isOver ? { borderColor: 'var(--mantine-color-anchor)' } : {}) }}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [dropped] = event.dataTransfer.files
        if (dropped) onFile(dropped)
      }}
    >
      {children}
    </Paper>
  )
}
