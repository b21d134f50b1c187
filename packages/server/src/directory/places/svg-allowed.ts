/** Elements of SVG that only draw. Everything else, such as scripts, foreign content, links, filters and animations, is left out. */
export const DRAWING = new Set(
  `svg g defs symbol use path rect circle ellipse line polyline polygon text tspan image pattern clipPath mask marker
  linearGradient radialGradient stop style title desc switch`
    .split(/\s+/)
    .filter(Boolean),
)

/** Attributes that say where and how something is drawn. References are checked on their own. */
export const DRAWN_BY = new Set(
  `id class style transform viewBox preserveAspectRatio x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points width height pathLength
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray
  stroke-dashoffset color opacity display visibility overflow clip-path clip-rule mask marker-start marker-mid marker-end
  vector-effect shape-rendering text-rendering image-rendering paint-order font-family font-size font-weight font-style
  font-variant font-stretch letter-spacing word-spacing text-anchor text-decoration dominant-baseline alignment-baseline
  baseline-shift dx dy rotate textLength lengthAdjust offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod
  patternUnits patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight
  refX refY orient`
    .split(/\s+/)
    .filter(Boolean),
)

const CSS_FUNCTIONS = new Set(
  `rgb rgba hsl hsla translate translatex translatey scale scalex scaley rotate skewx skewy matrix calc`.split(' '),
)
const OWN_REFERENCE = /\burl\(\s*(["']?)#[\w.:-]+\1\s*\)/gi

/**
 * Returns whether a style, or a value of an attribute that is read as one, refers to nothing outside of its document: it has no
 * at-rules, no escapes that could hide something, and no functions but those of colors, transforms and its own parts.
 */
export const isHarmlessCss = (css: string): boolean => {
  const plain = css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(OWN_REFERENCE, '')
  if (/[@\\<]|\/\*/.test(plain)) return false
  return [...plain.matchAll(/([\w-]*)\s*\(/g)].every(([, name = '']) => CSS_FUNCTIONS.has(name.toLowerCase()))
}

/** Keeps a style sheet if it is harmless. It may not name patterns and gradients, because their parts are counted by attributes only. */
export const harmlessStyle = (css: string): string => (isHarmlessCss(css) ? css.replaceAll(OWN_REFERENCE, 'none') : '')
