import type { Page } from 'playwright-core'

/** The words that are written on canvases while this is done, as a picture has no words of its own. */
export const writtenDuring = async (page: Page, action: () => Promise<unknown>): Promise<string> => {
  await page.evaluate(watchWriting)
  await action()
  return page.evaluate(stopWatching)
}

const watchWriting = () => {
  const words: string[] = []
  const { prototype } = CanvasRenderingContext2D
  const write = prototype.fillText
  prototype.fillText = function (text, ...place) {
    words.push(text)
    write.call(this, text, ...place)
  }
  Object.assign(window, {
    stopWatching: () => {
      prototype.fillText = write
      return words.join(' ')
    },
  })
}

const stopWatching = () => (window as unknown as { stopWatching: () => string }).stopWatching()
