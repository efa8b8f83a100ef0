/**
 * The elements and attributes that a drawing in a page may contain, from https://www.w3.org/TR/SVG2/eltindex.html and
 * attindex.html. `<script>` and `<foreignObject>` are not among them: whatever they contain would be a part of the page.
 */

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const ELEMENTS: ReadonlySet<string> = new Set(
  words(`a animate animateMotion animateTransform circle clipPath defs desc ellipse feBlend feColorMatrix feComponentTransfer
    feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB
    feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting
    feSpotLight feTile feTurbulence filter g image line linearGradient marker mask metadata mpath path pattern polygon
    polyline radialGradient rect set stop style svg switch symbol text textPath title tspan use view`),
);

/** How an attribute refers to names of the drawing. `css` is a value as in a stylesheet, with `url(#a)`. */
export type Kind = 'plain' | 'css' | 'id' | 'ids' | 'style' | 'href' | 'times';

const ATTRIBUTES: ReadonlyMap<string, Kind> = new Map(
  Object.entries({
    id: 'id',
    style: 'style',
    href: 'href xlink:href',
    times: 'begin end',
    ids: `aria-activedescendant aria-controls aria-describedby aria-details aria-errormessage aria-flowto aria-labelledby
      aria-owns`,
    css: `alignment-baseline baseline-shift by clip clip-path clip-rule color color-interpolation color-interpolation-filters
      cursor direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font-family
      font-size font-size-adjust font-stretch font-style font-variant font-weight from image-rendering isolation
      letter-spacing lighting-color marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow
      paint-order pointer-events shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset
      stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-overflow
      text-rendering to transform transform-origin unicode-bidi values vector-effect visibility white-space word-spacing
      writing-mode`,
    plain: `accumulate additive amplitude attributeName attributeType azimuth baseFrequency bias calcMode class clipPathUnits cx cy d
      diffuseConstant divisor download dur dx dy edgeMode elevation exponent filterUnits fr fx fy gradientTransform
      gradientUnits height hreflang in in2 intercept k1 k2 k3 k4 kernelMatrix kernelUnitLength keyPoints keySplines keyTimes
      lang lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits max media method
      min mode numOctaves offset operator order orient origin path pathLength patternContentUnits patternTransform
      patternUnits points pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits r radius refX refY
      rel repeatCount repeatDur requiredExtensions restart result role rotate rx ry scale seed side slope spacing
      specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage
      tabindex tableValues target targetX targetY textLength title type viewBox width x x1 x2 xChannelSelector xml:lang
      xml:space y y1 y2 yChannelSelector z`,
  } satisfies Readonly<Partial<Record<Kind, string>>>).flatMap(([kind, names]) =>
    words(names).map((name) => [name, kind as Kind] as const),
  ),
);

/** @returns `undefined` for an attribute that SVG does not have: it draws nothing, and is left out */
export function kindOf(attribute: string): Kind | undefined {
  return ATTRIBUTES.get(attribute) ?? (/^(?:aria|data)-[\w.-]+$/.test(attribute) ? 'plain' : undefined);
}
