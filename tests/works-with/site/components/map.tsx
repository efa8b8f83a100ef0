import { MapContainer, Popup, CircleMarker } from 'react-leaflet';

export default function Map() {
  return (
    <>
      {/* From leaflet/dist/leaflet.css. */}
      <style>{'.leaflet-interactive { pointer-events: auto; }'}</style>
      <MapContainer center={[51, 10]} zoom={5} style={{ width: 300, height: 300 }}>
        <CircleMarker center={[51, 10]} radius={20}>
          <Popup>Here</Popup>
        </CircleMarker>
      </MapContainer>
    </>
  );
}
