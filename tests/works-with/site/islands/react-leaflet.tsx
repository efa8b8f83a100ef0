import { island } from 'sitegen';

export default island('react-leaflet', () => import('../components/map.tsx'), { fallback: <p>Loading the map</p> });
