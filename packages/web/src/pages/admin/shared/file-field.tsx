import { t } from '@lingui/core/macro'
import { FileInput, type FileInputProps } from '@mantine/core'
import { useRef } from 'react'

interface Props extends Omit<FileInputProps, 'defaultValue' | 'multiple' | 'onChange' | 'resetRef' | 'value'> {
  readonly value: File | null
  readonly onChange: (file: File | null) => void
}

/** A field for one file, which can be chosen again once it is corrected: browsers report no choice that equals the last one. */
export const FileField = ({ onChange, ...props }: Props) => {
  const forget = useRef<() => void>(null)
  return (
    <FileInput
      placeholder={t`Choose a file`}
      clearable
      clearButtonProps={{ 'aria-label': t`Choose no file` }}
      {...props}
      resetRef={forget}
      onChange={(file) => {
        forget.current?.()
        onChange(file)
      }}
    />
  )
}
